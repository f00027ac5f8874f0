import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{rules,contract,features,server,db,web,test,ops}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/global.ts',
    restoreMocks: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
