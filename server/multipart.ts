import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#/contract/endpoint.ts'
import { Refusal, refuse } from './refuse.ts'
import { codeOf } from '#/db/error-code.ts'

type Form = NonNullable<Endpoint['multipart']>

/** A scope of the server that accepts only forms with one file. */
export function withForms(
  fastify: FastifyInstance,
  { most_bytes, takes_text }: Form,
  mount: (scope: FastifyInstance) => void,
): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    if (takes_text)
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: most_bytes },
        scope.getDefaultJsonParser('error', 'error'),
      )
    await scope.register(multipart, {
      limits: {
        fileSize: most_bytes,
        files: 1,
        fields: 30,
        fieldSize: takes_text ? most_bytes : 1000,
        fieldNameSize: 100,
        parts: 31,
        headerPairs: 20,
      },
    })
    mount(scope)
  })
}

/** The form's fields as text and its file as a File, by name. Refuses with 413 above the limits and 400 if it cannot be read. */
export async function readForm(request: FastifyRequest, { too_large, takes_text }: Form): Promise<unknown> {
  if (takes_text && request.headers['content-type']?.startsWith('application/json')) return request.body
  if (!request.isMultipart()) refuse('wrong_media_type', { message: 'Send a form (multipart/form-data).' })
  const form: Record<string, string | File> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        form[part.fieldname] = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
      else if (typeof part.value === 'string') form[part.fieldname] = part.value
    }
  } catch (error) {
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') refuse(too_large)
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) refuse('too_large')
    // The parser has many error codes. All of them mean that the body is not a form.
    throw error instanceof Refusal ? error : new Refusal('malformed')
  }
  return form
}
