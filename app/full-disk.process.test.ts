import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { spawnApp } from '#/test/process.ts'
import { printFigure } from '#/test/figures.ts'

/** A small disk, removed after the tests. `mounted` is false for users who cannot mount one. */
async function makeDisk(size: string): Promise<{ disk: string; mounted: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'deuce-disk-'))
  disks.push(folder)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0
  return { disk: folder, mounted: isMounted }
}

const disks: string[] = []
afterAll(async () => {
  for (const folder of disks) {
    spawnSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  }
})
const { disk, mounted } = await makeDisk('220m')
const dataDir = join(disk, 'data')

/** Fills the disk to the last block. Returns a function that frees it. */
async function fill(): Promise<() => Promise<void>> {
  const file = join(disk, 'filler')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => {})
  await expect(writeFile(join(disk, 'one-more'), Buffer.alloc(100_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  await rm(join(disk, 'one-more'))
  return () => rm(file)
}

const listFiles = async () => (await readdir(dataDir, { recursive: true })).filter((name) => !name.includes('postgres'))
const countEmails = async () => (await listFiles()).filter((name) => name.endsWith('.eml')).length

// Only root can mount a small disk.
test.skipIf(!mounted)(
  'on a full disk uploads are refused with a plain message and leave no partial file, reads continue, and uploads work again once there is space',
  async () => {
    const { child, ready, output } = spawnApp({
      DATA_DIR: dataDir,
      DEMO: '0',
      MAIL_TRANSPORT: 'outbox',
      LOG_LEVEL: 'warn',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const origin = await ready
    const json = { 'content-type': 'application/json' }
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${origin}/api${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
    const account = { email: 'ada@example.com', password: 'correct horse battery' }
    const player = {
      first_name: 'Ada',
      last_name: 'Moreno',
      phone: '+1 574 555 0101',
      singles_level: '3.5',
      gender: 'Female',
      location: 'south-bend',
    }
    expect((await post('/users/signup', { ...player, ...account })).status).toBe(201)
    const { token } = (await (await post('/users/signin', account)).json()) as { token: string }
    const authorization = { authorization: `Bearer ${token}` }
    // Noise that does not compress, about 100 kB of it.
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 80 },
      },
    })
      .png()
      .toBuffer()
    const upload = async () => {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(noise)], { type: 'image/png' }), 'noise.png')
      const answer = await fetch(`${origin}/api/users/photo`, { method: 'PUT', headers: authorization, body: form })
      return { status: answer.status, ...((await answer.json()) as { code?: string; message?: string }) }
    }
    const read = async () => (await fetch(`${origin}/api/users`, { headers: authorization })).status
    expect(await read()).toBe(200)

    const free = await fill()
    for (let n = 0; n < 2; n += 1)
      expect(await upload()).toMatchObject({
        status: 503,
        code: 'unavailable',
        message: 'There is no room to save this right now. Please try again later.',
      })
    expect(await read()).toBe(200)
    expect((await post('/customer/password/forgot', { email: account.email })).status).toBe(200)
    await expect.poll(output).toContain('a job failed; it will be retried')
    expect((await listFiles()).filter((name) => /half|part/.test(name))).toEqual([])
    expect(await read()).toBe(200)
    const emails = await countEmails()

    await free()
    expect((await upload()).status).toBe(200)
    expect((await post('/customer/password/forgot', { email: account.email })).status).toBe(200)
    await expect.poll(countEmails).toBeGreaterThan(emails)
    printFigure(
      'embedded',
      'a full disk: uploads are refused, reads go on, 0 half-written files; with room all is as before',
    )
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await listFiles()).filter((name) => /half|part/.test(name))).toEqual([])
  },
)

test.skipIf(!mounted)('a first start on a full disk fails with one line and exits with 1', async () => {
  const free = await fill()
  const { child, ready, output } = spawnApp({ DATA_DIR: join(disk, 'other'), DEMO: '0' })
  await expect(ready).rejects.toThrow(/no space left/i)
  expect(child.exitCode).toBe(1)
  expect(output()).toMatch(/^[^\n]*no space left on device[^\n]*\n$/i)
  await free()
})

test.skipIf(!mounted)('a backup to a full disk and a restore to a small one each fail with one line', async () => {
  const run = (command: 'backup' | 'restore', file: string, data_dir: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', './ops/node-24.mjs', `ops/${command}.ts`, file],
      { env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), NODE_ENV: 'test', DATA_DIR: data_dir }, encoding: 'utf8' },
    )
    return { status, words: stdout + stderr }
  }
  const { disk: tiny } = await makeDisk('48k')
  expect(run('backup', join(tiny, 'deuce.tar.gz'), dataDir)).toEqual({
    status: 1,
    words: expect.stringMatching(/^The disk is full \([^\n]*\)\.\n$/),
  })
  expect(await readdir(tiny)).toEqual([])

  const file = join(disk, 'deuce.tar.gz')
  expect(run('backup', file, dataDir).status).toBe(0)
  const { disk: small } = await makeDisk('60m')
  expect(run('restore', file, join(small, 'data'))).toEqual({
    status: 1,
    words: expect.stringMatching(/^The disk is full \([^\n]*\)\.\n$/),
  })
  await rm(file)
})

test.skipIf(!mounted)('a read-only data folder stops the start with one line and exits with 1', async () => {
  expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0)
  const { child, ready, output } = spawnApp({ DATA_DIR: dataDir, DEMO: '0' })
  await expect(ready).rejects.toThrow('DATA_DIR')
  expect(child.exitCode).toBe(1)
  expect(output()).toBe(`The setting DATA_DIR=${dataDir} cannot be written by this user.\n`)
})
