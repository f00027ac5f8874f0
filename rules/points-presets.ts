import { standardPoints, type PointsTable } from './table-defaults.ts'

const none: PointsTable = {
  win: 0,
  loss: 0,
  tie: 0,
  played: 0,
  set: 0,
  game: 0,
  straight_sets: 0,
  losing_set: 0,
  walkover_for: 0,
  walkover_against: 0,
  double_default: 0,
}

/** A published page with the rules of a club or a league. */
type RulePage = { by: string; url: string }

/**
 * Points tables to begin with, and who plays by them. The first is the default. Where the pages say nothing of a
 * no-show, it is worth a win without losing a set.
 */
export const pointsPresets = [
  {
    key: 'three_for_a_win',
    name: '3 for a win, 1 for playing',
    points: standardPoints,
    pages: [
      { by: 'Ramsey Tennis Club', url: 'http://ramseytennisclub.co.uk/ClubCompetitionsSingles.htm' },
      { by: 'the ladder of stannestennis.com', url: 'http://stannestennis.com/index.php/sub-nav/blog/ladder-rules/' },
      { by: 'the championship of Chez Papé Padel', url: 'https://championnat.chezpapepadel.fr/ligues' },
    ],
  },
  {
    key: 'two_for_a_win',
    name: '2 for a win, 1 for a loss',
    points: { ...none, win: 1, played: 1, walkover_for: 2 },
    pages: [
      { by: 'SE Tennis box leagues', url: 'https://se-tennis-competitions.co.uk/division-details?id=10' },
      { by: 'the table tennis of PGSI 2019', url: 'https://pgsi2019.si/table-tennis-rules/' },
    ],
  },
  {
    key: 'win_only',
    name: '2 for a win, 1 for a tie',
    points: { ...none, win: 2, tie: 1, walkover_for: 2 },
    pages: [
      { by: 'David Lloyd Derby Tennis', url: 'https://dlderbytennis.co.uk/box-league-rules/' },
      { by: 'Chester badminton, until it counted games', url: 'http://www.chesterbadminton.co.uk/major-rule-change/' },
    ],
  },
  {
    key: 'win_tie',
    name: '3 for a win, 1 for a tie',
    points: { ...none, win: 3, tie: 1, walkover_for: 3 },
    pages: [{ by: 'leagues of BestPadel', url: 'https://www.bestpadel.com/tournaments/league' }],
  },
  {
    key: 'box',
    name: '5-4-2-1 box points',
    points: { ...none, win: 4, loss: 1, tie: 3, straight_sets: 1, losing_set: 1, walkover_for: 5 },
    pages: [{ by: 'St Ann’s Tennis', url: 'https://www.stannstennis.co.uk/box-leagues/' }],
  },
  {
    key: 'four_three_two_one',
    name: '4-3-2-1 box points',
    points: { ...none, set: 1, played: 1, straight_sets: 1, walkover_for: 4 },
    pages: [
      { by: 'Swindon Tennis Club', url: 'https://swindontennisclub.org/singlesladder/rules/boxleague' },
      { by: 'the FSC Tennis Box League', url: 'https://studylib.net/doc/7164925/fsc-tennis-box-league' },
      { by: 'the singles league of plumbex.net', url: 'http://www.plumbex.net/Tennis_Rules_2014.html' },
    ],
  },
  {
    key: 'sets',
    name: 'Sets won',
    points: { ...none, set: 1, walkover_for: 2 },
    pages: [
      { by: 'the North London tennis league', url: 'http://www.nlondontennislge.plus.com/rules.htm' },
      { by: 'Barntown Squash Club', url: 'http://barntownsquashclub.com/box-league/' },
    ],
  },
  {
    key: 'sets_and_straight',
    name: 'Sets won, 1 for straight sets, -2 for a no-show',
    points: { ...none, set: 1, straight_sets: 1, walkover_for: 2, walkover_against: -2 },
    pages: [
      { by: 'Riga Padel League', url: 'https://www.padel.lv/about' },
      { by: 'NCB Padel', url: 'https://ncbpadel.com/padel-league/league-rules/' },
    ],
  },
  {
    key: 'sets_win_and_playing',
    name: 'Sets won, 1 for a win, 1 for playing',
    points: { ...none, win: 1, set: 1, played: 1, walkover_for: 4 },
    pages: [
      { by: 'Blackheath Squash Club', url: 'https://blackheathsquashclub.com/blackheath-squash-box-league/' },
      { by: 'Christchurch Squash', url: 'https://www.christchurchsquash.co.nz/boxed4-rules' },
      { by: 'Henley Squash', url: 'http://www.henleysquash.co.uk/wordpress/index.php/rules-squash/' },
    ],
  },
  {
    key: 'win_and_sets',
    name: 'Sets won, 2 for a win, 1 for playing',
    points: { ...none, win: 2, set: 1, played: 1, walkover_for: 5 },
    pages: [
      {
        by: 'Framlingham Lawn Tennis Club',
        url: 'https://clubspark.lta.org.uk/FramlinghamLawnTennisClub/BoxLeague',
      },
      { by: 'Monmouth Squash Club', url: 'http://www.monmouthsquash.com/standings/box-leagues/' },
    ],
  },
  {
    key: 'games',
    name: 'Games won',
    points: { ...none, game: 1, walkover_for: 12 },
    pages: [
      {
        by: 'Avondale',
        url: 'https://avondale.leaguemaster.co.uk/cgi-county/icounty.exe/shownews?newsid=5',
      },
      {
        by: 'the men’s league of Prescott',
        url: 'https://www.globaltennisnetwork.com/network/team-league/home/354_60-tuesday-men-s-league-prc?teamID=0',
      },
      { by: 'Red Rocks Sports', url: 'https://redrockssports.com/tennis-rules' },
    ],
  },
] as const satisfies readonly { key: string; name: string; points: PointsTable; pages: readonly RulePage[] }[]
