import type { Call, Endpoint, Reply } from '#/contract/endpoint.ts'
import { ApiError } from './call.ts'
import { randomText } from './random.ts'
import { endSession, token } from './session.ts'

/** Sends a form with a file to an endpoint. Throws ApiError. `onProgress` gets the share that has been sent, 0 to 1. */
export function upload<E extends Endpoint>(
  endpoint: Call<E>,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Reply<E>> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    const bearer = token.get()
    request.open(endpoint.method, `/api${endpoint.path}`)
    if (bearer !== null) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.setRequestHeader('idempotency-key', randomText())
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new ApiError(0, {})))
    request.addEventListener('load', () => {
      const answer: unknown = request.response
      if (request.status >= 200 && request.status < 300) return resolve(answer as Reply<E>)
      if (request.status === 401 && token.get() === bearer) endSession()
      reject(new ApiError(request.status, answer ?? {}))
    })
    request.send(form)
  })
}
