import { type Space, Stack } from '#client/ui/layout/stack.tsx'

type Props = {
  label: string
  /** Height of each block in CSS pixels. */
  heights: readonly number[]
  gap?: Space
}

/** Placeholder blocks below each other while something loads. */
export const Skeletons = ({ label, heights, gap = 12 }: Props) => (
  <Stack gap={gap} role="status" aria-label={label}>
    {heights.map((height, index) => (
      <div
        key={String(index)}
        className="skeleton"
        style={{ height, borderRadius: 'var(--radius)' }}
        aria-hidden
      />
    ))}
  </Stack>
)
