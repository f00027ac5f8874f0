import type { Call, CallInput, Endpoint } from '#/contract/endpoint.ts'
import { fileNameOf } from '#/contract/organization-names.ts'
import { fetchResponse } from './call.ts'

/** Downloads the file of an endpoint under its own name. Throws ApiError. */
export async function download<E extends Endpoint & { file: string }>(
  endpoint: Call<E>,
  input: CallInput<E>,
): Promise<void> {
  const response = await fetchResponse(endpoint, input)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  save(await response.blob(), name ?? 'file')
}

/** Saves content that was made in the page, under a name of the organization. */
export function saveOwn(content: Blob, name: string): void {
  save(content, fileNameOf(name))
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
