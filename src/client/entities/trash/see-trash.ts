import type { useNavigate } from '@tanstack/react-router'

/** The second action of a deletion's toast. */
export const seeTrash = (navigate: ReturnType<typeof useNavigate>) => ({
  label: 'Ver na lixeira',
  onChoose: () => void navigate({ to: '/app/lixeira' }),
})
