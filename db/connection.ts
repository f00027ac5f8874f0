import { Client, type ClientConfig } from 'pg'

/** Milliseconds for opening a connection. */
export const CONNECT_TIMEOUT_MS = 2_000

/**
 * The driver's options for the database at `url`. `settings` are PostgreSQL's own, set when the connection opens; those in
 * the URL win. sslmode means what it means to libpq (PostgreSQL's documentation, section 32.19).
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

/** Runs the work on one connection of its own, and closes it. */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> {
  const client = new Client({ ...connectionOptions(url), ...options })
  // A connection that breaks between two statements fails the next one; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
