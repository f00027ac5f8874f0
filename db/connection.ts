import { Client, type ClientConfig } from 'pg'

/** Milliseconds allowed for opening a connection. */
export const CONNECT_TIMEOUT_MS = 2_000

/**
 * The driver's options for the database at `url`. `settings` are PostgreSQL parameters, set when the connection opens;
 * the URL's take precedence. sslmode has the same meaning as in libpq (PostgreSQL's documentation, section 32.19).
 */
export function connectionOptions(url: string, settings: Record<string, string | number> = {}): ClientConfig {
  const address = new URL(url)
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: address.href,
    application_name: 'deuce',
    options: [...ours, own].join(' ').trim(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/** Runs the work on a new connection, then closes it. */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> {
  const client = new Client({ ...connectionOptions(url), ...options })
  // A connection that breaks between two statements fails the next one. Without a listener, it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
