export const questionKinds = ['text', 'choice', 'number', 'yes_no'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** A question asked of players who join a season (docs/product.md, "Questions"). */
export type Question = {
  id: number
  kind: QuestionKind
  label: string
  /** The choices offered. Empty for other kinds. */
  choices: string[]
  required: boolean
}

export type GivenAnswer = { question_id: number; answer: string | number | boolean | null }

/** The longest free-text answer, in characters. */
export const MOST_ANSWER_CHARACTERS = 300

/** An answer as it is stored (null if left empty), or why it is invalid. */
type ReadAnswer = { answer: string | null } | { problem: string }

export function readAnswer(
  { kind, choices }: Pick<Question, 'kind' | 'choices'>,
  given: GivenAnswer['answer'],
): ReadAnswer {
  const text = given === null ? '' : String(given).trim()
  if (text === '') return { answer: null }
  switch (kind) {
    case 'text':
      if (text.length > MOST_ANSWER_CHARACTERS)
        return { problem: `Please use ${MOST_ANSWER_CHARACTERS} characters at most.` }
      return /[\p{Cc}\p{Cs}]/u.test(text) ? { problem: 'Please keep this on one line.' } : { answer: text }
    case 'choice':
      return choices.includes(text) ? { answer: text } : { problem: 'Please choose one from the list.' }
    case 'number':
      return /^-?\d{1,12}([.,]\d{1,6})?$/.test(text)
        ? { answer: String(Number(text.replace(',', '.'))) }
        : { problem: 'Please enter a number.' }
    case 'yes_no':
      if (text === 'true' || text === 'yes') return { answer: 'yes' }
      return text === 'false' || text === 'no' ? { answer: 'no' } : { problem: 'Please choose yes or no.' }
  }
}

/**
 * New answers, and problems by question. `answered`: questions that the player has answered before, which need no new
 * answer. Ignores answers to other questions, because an organizer may just have removed one.
 */
export function readAnswers(
  questions: readonly Question[],
  given: readonly GivenAnswer[],
  answered: ReadonlySet<number>,
): { answers: { question_id: number; answer: string }[]; problems: { question_id: number; problem: string }[] } {
  const answers: { question_id: number; answer: string }[] = []
  const problems: { question_id: number; problem: string }[] = []
  for (const question of questions) {
    const question_id = question.id
    const read = readAnswer(question, given.findLast((each) => each.question_id === question_id)?.answer ?? null)
    if ('problem' in read) problems.push({ question_id, problem: read.problem })
    else if (read.answer !== null) answers.push({ question_id, answer: read.answer })
    else if (question.required && !answered.has(question_id))
      problems.push({ question_id, problem: 'Please answer this question.' })
  }
  return { answers, problems }
}

/** Formats a stored answer for people. */
export function formatAnswer(kind: QuestionKind, answer: string): string {
  return kind === 'yes_no' ? (answer === 'yes' ? 'Yes' : 'No') : answer
}
