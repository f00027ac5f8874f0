import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { TextField } from '#/web/ui/TextField.tsx'

/** An act that cannot be undone. One that moves money, people or emails has a word, which is typed to confirm it. */
export type Final = boolean | { word: string }

/** The part of a dialog that says that its act cannot be undone, and asks for the word if there is one. */
export function useFinal(final: Final): { part: ReactNode; accepts: (event?: FormEvent) => boolean } {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const word = typeof final === 'object' ? final.word : null
  const accepts = (event?: FormEvent) => {
    if (word === null || typed.trim().toLowerCase() === word) return true
    event?.preventDefault()
    setError(`Please type “${word}”.`)
    field.current?.focus()
    return false
  }
  const part = final !== false && (
    <>
      <p className="font-[650]">This cannot be undone.</p>
      {word !== null && (
        <TextField
          ref={field}
          id={id}
          label={`Type “${word}” to confirm`}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setError(undefined)
          }}
        />
      )}
    </>
  )
  return { part, accepts }
}
