import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{rules,contract,features,organizer,app,server,db,web,test,ops}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/global.ts',
    restoreMocks: true,
    // Files share what they import, and there is one file more than cores: some wait for a process or a clock.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
