import { expect, test } from 'vitest'
import { formatAnswer, readAnswer, readAnswers, type Question, type QuestionKind } from './questions.ts'

test.each([
  ['text', 'Vegetarian', 'Vegetarian'],
  ['text', '  two words ', 'two words'],
  ['text', '', null],
  ['text', '   ', null],
  ['text', null, null],
  ['text', 'two\nlines', 'Please keep this on one line.'],
  ['text', 'half an emoji \ud83c', 'Please keep this on one line.'],
  ['text', 'x'.repeat(301), 'Please use 300 characters at most.'],
  ['text', '=1+1', '=1+1'],
  ['choice', 'M', 'M'],
  ['choice', 'XXL', 'Please choose one from the list.'],
  ['choice', '', null],
  ['number', 12, '12'],
  ['number', '12,5', '12.5'],
  ['number', '-0.50', '-0.5'],
  ['number', '1e3', 'Please enter a number.'],
  ['number', 'twelve', 'Please enter a number.'],
  ['number', Number.NaN, 'Please enter a number.'],
  ['number', '9'.repeat(40), 'Please enter a number.'],
  ['yes_no', true, 'yes'],
  ['yes_no', false, 'no'],
  ['yes_no', 'yes', 'yes'],
  ['yes_no', 'maybe', 'Please choose yes or no.'],
  ['yes_no', 'constructor', 'Please choose yes or no.'],
] as const)('%s: %s is %s', (kind, given, expected) => {
  const read = readAnswer({ kind, choices: ['S', 'M'] }, given)
  expect('problem' in read ? read.problem : read.answer).toBe(expected)
})

const question = (id: number, required: boolean, kind: QuestionKind = 'text'): Question => ({
  id,
  kind,
  label: `Question ${id}`,
  choices: [],
  required,
})

test('a required question has to be answered once; an optional one may stay empty', () => {
  const questions = [question(1, true), question(2, false)]
  expect(readAnswers(questions, [], new Set()).problems.map(({ question_id }) => question_id)).toEqual([1])
  expect(readAnswers(questions, [], new Set([1]))).toEqual({ answers: [], problems: [] })
  expect(readAnswers(questions, [{ question_id: 2, answer: 'b' }], new Set([1])).answers).toEqual([
    { question_id: 2, answer: 'b' },
  ])
})

test('the last of two answers to a question counts, and answers to unknown questions are ignored', () => {
  const given = [
    { question_id: 1, answer: 'first' },
    { question_id: 9, answer: 'of another season' },
    { question_id: 1, answer: 'second' },
  ]
  expect(readAnswers([question(1, true)], given, new Set())).toEqual({
    answers: [{ question_id: 1, answer: 'second' }],
    problems: [],
  })
})

test('an answer is shown as it was given', () => {
  expect(formatAnswer('yes_no', 'no')).toBe('No')
  expect(formatAnswer('choice', 'M')).toBe('M')
})
