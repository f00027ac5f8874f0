import type { Question } from './contract.ts'

/** A question before anybody has answered it. An option has the same value in every check of the file. */
type Asked = Omit<Question, 'answer'> & {
  /** The value that counts until somebody chooses. Without it, the question is open until then. */
  otherwise?: string
}

/** The questions of a file that neither the file nor the database decides, with their answers by key. */
export class Questions {
  readonly all: Question[] = []
  readonly #answers: Readonly<Record<string, string>>
  constructor(answers: Readonly<Record<string, string>>) {
    this.#answers = answers
  }
  /** Asks once. Returns the value of the chosen option, or null while nobody has chosen. */
  ask({ otherwise, ...asked }: Asked): string | null {
    const given = this.#answers[asked.key]
    const answer = asked.options.some(({ value }) => value === given) ? (given ?? null) : (otherwise ?? null)
    this.all.push({ ...asked, answer })
    return answer
  }
  /** The number of questions without an answer. Nothing can be imported before it is 0. */
  get open(): number {
    return this.all.filter(({ answer }) => answer === null).length
  }
}
