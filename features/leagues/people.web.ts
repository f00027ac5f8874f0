import { useContext } from 'react'
import type { Reply } from '#/contract/endpoint.ts'
import { getUser, listPhotos } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { KnowsPeople } from './knows-people.web.ts'

/** A person by id, or as named in a place. */
export type Who = { player_id: number } | { entry_id: number }

type KnownPerson = { id: number; photo: string | undefined }

type People = {
  ofPlayer: ReadonlyMap<number, KnownPerson>
  ofPlace: ReadonlyMap<string, KnownPerson>
  /** By name. Null if several have it. */
  named: ReadonlyMap<string, KnownPerson | null>
}

const known = new WeakMap<Reply<typeof listPhotos>, People>()
const nobody: People = { ofPlayer: new Map(), ofPlace: new Map(), named: new Map() }

/** The people whose pages the reader can open. All names and faces of a screen are one call. */
function usePeople(): People {
  const { data } = useRead(listPhotos, {}, { enabled: useContext(KnowsPeople) })
  if (!data) return nobody
  const people = known.get(data) ?? peopleOf(data)
  known.set(data, people)
  return people
}

/** The person if the reader can open their page. */
export function usePerson(who: Who, name: string): KnownPerson | undefined {
  const people = usePeople()
  return 'player_id' in who ? people.ofPlayer.get(who.player_id) : people.ofPlace.get(`${who.entry_id} ${name}`)
}

/** The person whom a text names beside the reader, if it is one alone. */
export function useNamedIn(text: string): { id: number; name: string } | undefined {
  const { named } = usePeople()
  const me = useRead(getUser, {}).data?.user.id
  const found = [...named].filter(([name, person]) => person !== null && person.id !== me && text.includes(name))
  const [[name, person] = ['', null]] = found
  return found.length === 1 && person ? { id: person.id, name } : undefined
}

function peopleOf({ photos, people }: Reply<typeof listPhotos>): People {
  const faces = new Map(photos.map(({ player_id, photo }) => [player_id, photo]))
  const [ofPlayer, ofPlace, named] = [
    new Map<number, KnownPerson>(),
    new Map<string, KnownPerson>(),
    new Map<string, KnownPerson | null>(),
  ]
  for (const { player_id: id, entry_id, name } of people) {
    const person = ofPlayer.get(id) ?? { id, photo: faces.get(id) }
    ofPlayer.set(id, person)
    ofPlace.set(`${entry_id} ${name}`, person)
    named.set(name, named.has(name) && named.get(name) !== person ? null : person)
  }
  return { ofPlayer, ofPlace, named }
}
