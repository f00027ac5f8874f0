// Made by ops/lucide-icons.ts from the icon of that name.
declare module 'lucide:*' {
  const Drawing: ReturnType<typeof import('./draw-icon.tsx').drawIcon>
  export default Drawing
}
