import { PRODUCT_NAME } from '#/contract/product.ts'

/** The embedded database cannot run. The one-line message is for the person who started the app. */
export class CanNotRun extends Error {
  override name = 'CanNotRun'
}

/** Another live process holds this data folder. */
export class AlreadyRunning extends CanNotRun {
  override name = 'AlreadyRunning'
  constructor(pid: number | null) {
    super(`${PRODUCT_NAME} is already running on this data folder${pid === null ? '' : ` (process ${pid})`}.`)
  }
}
