/** The secrets of the tests' apps (settings DEV_TOKEN and DEMO_PASSWORD). */
export const devToken = 'token-of-the-tests'
export const demoPassword = 'a drop shot at dawn'
export const devSettings = { DEV_TOKEN: devToken, DEMO_PASSWORD: demoPassword }
