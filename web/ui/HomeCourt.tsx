import { CourtPicture } from './CourtPicture.tsx'
import type { Scene } from './court/scene.ts'

// Forty all.
const scene: Scene = {
  camera: { target: [0.2, -0.4], heading: 16, pitch: 58, distance: 31, zoom: 0.92 },
  surface: 'hard',
  painted: ['40', -0.3, -8.4, 4.2, 16],
  alsoPainted: ['40', 0.3, 8.4, 4.2, 16],
  balls: [[-3.2, -2.6, 0.2]],
  sun: [1.3, 0.4],
}

/** The court at the door, 40-40. Apart from `Court`: sign-in must not load every other picture. */
export function HomeCourt({ className = '' }: { className?: string }) {
  return <CourtPicture scene={scene} className={className} />
}
