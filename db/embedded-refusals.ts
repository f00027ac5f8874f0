/** The embedded database cannot run, and the message is one line that says so to whoever started the app. */
export class CanNotRun extends Error {
  override name = 'CanNotRun'
}

/** Another live process holds this data folder. */
export class AlreadyRunning extends CanNotRun {
  override name = 'AlreadyRunning'
  constructor(pid: number | null) {
    super(`Deuce is already running on this data folder${pid === null ? '' : ` (process ${pid})`}.`)
  }
}
