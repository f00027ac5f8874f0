import Flame from 'lucide:flame'
import Handshake from 'lucide:handshake'
import Sparkles from 'lucide:sparkles'
import ThumbsUp from 'lucide:thumbs-up'

const icons = { well_played: ThumbsUp, great_match: Flame, surprise: Sparkles, fair_play: Handshake }

/** The drawing of a reaction to a result. Its file loads with the reactions, unlike the icons of `Icon`. */
export function ReactionIcon({ kind, size }: { kind: keyof typeof icons; size: number }) {
  const Drawing = icons[kind]
  return <Drawing size={size} />
}
