import type { ReactNode } from 'react'
import { ApiError } from '#/web/call.ts'

export type CardFormProps = {
  /** Cents. */
  total: number
  /** The bank's reason for refusing the last card. */
  declined: string | undefined
  /** Buys with the card's confirmation token. For a saved card the token is a key generated for this payment. */
  pay: (confirmationToken: string, saved_card?: string) => Promise<void>
  /** Why the order failed, and the next step. */
  trouble: (error: ApiError) => ReactNode
}

/** A new card may be saved only by a player who is signed in. */
export type EnteredCardProps = CardFormProps & { canSave?: boolean }

/** Whether the payment may have succeeded anyway, because there was no response or the server failed. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Adds the errors of an earlier step's fields, which are not on this screen, to the message. */
export function inOneSentence({ status, code, message, fields, request_id }: ApiError): ApiError {
  const sentences = Object.values(fields).join(' ') || message
  return new ApiError(status, {
    message: sentences,
    ...(code === 'offline' ? {} : { code }),
    ...(request_id === null ? {} : { request_id }),
  })
}
