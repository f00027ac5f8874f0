import { mocksEngine, tournamentEngine } from 'tods-competition-factory'
import { expect, test } from 'vitest'
import { keyOf, roundRobin } from '#/rules/schedule.ts'
import { countMeetings } from './meetings.ts'
import { pairRound } from './pairing.ts'

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const rounds = 5

test.each([2, 3, 4, 5, 6, 8, 9, 12])(
  'a round robin of %i has the same meetings as the reference, in as many rounds',
  (size) => {
    const drawProfiles = [{ drawSize: size, drawType: 'ROUND_ROBIN', structureOptions: { groupSize: size } }]
    mocksEngine.generateTournamentRecord({ drawProfiles, setState: true })
    const matchUps = tournamentEngine.allTournamentMatchUps().matchUps ?? []
    const pairOf = (positions: readonly number[] = []): [number, number] => [positions[0] ?? 0, positions[1] ?? 0]
    const own = roundRobin(idsOf(size))
    expect(own.flatMap(({ pairs }) => pairs.map(keyOf)).toSorted()).toEqual(
      matchUps.map(({ drawPositions }) => keyOf(pairOf(drawPositions))).toSorted(),
    )
    expect(own).toHaveLength(new Set(matchUps.map(({ roundNumber }) => roundNumber)).size)
  },
)

test.each([4, 6, 7, 8, 11, 16])(
  'Swiss rounds of %i: in each round, ours has as many pairs as the reference and no more repeat meetings',
  (size) => {
    const { drawIds } = mocksEngine.generateTournamentRecord({
      drawProfiles: [{ drawSize: size, drawType: 'SWISS' }],
      setState: true,
    })
    const drawId = String(drawIds?.[0])
    const ids = new Map<string, number>()
    const idOf = (participantId = '') => {
      if (!ids.has(participantId)) ids.set(participantId, ids.size + 1)
      return ids.get(participantId)!
    }
    const wins = new Map<number, number>()
    const known = countMeetings([])
    for (let round = 1; round <= rounds; round += 1) {
      const { matchUps = [], byeParticipantId } = tournamentEngine.generateSwissRound({ drawId })
      tournamentEngine.addAdHocMatchUps({ drawId, matchUps })
      const theirs = matchUps.map(({ sides }): [number, number] => [
        idOf(sides?.[0]?.participantId),
        idOf(sides?.[1]?.participantId),
      ])
      if (byeParticipantId) idOf(byeParticipantId)
      const order = [...ids.values()].toSorted((a, b) => (wins.get(b) ?? 0) - (wins.get(a) ?? 0) || a - b)
      const own = pairRound(order, known.met, known.matches)
      const again = (pairs: readonly [number, number][]) => pairs.filter(([one, two]) => known.met(one, two) > 0).length
      expect(own.pairs).toHaveLength(theirs.length)
      expect(again(own.pairs)).toBeLessThanOrEqual(again(theirs))
      for (const pair of theirs) {
        known.add(pair)
        wins.set(pair[0], (wins.get(pair[0]) ?? 0) + 1)
      }
      for (const { matchUpId } of matchUps)
        tournamentEngine.setMatchUpStatus({
          drawId,
          matchUpId,
          outcome: { winningSide: 1, matchUpStatus: 'COMPLETED' },
        })
    }
    expect(ids.size).toBe(size)
  },
)
