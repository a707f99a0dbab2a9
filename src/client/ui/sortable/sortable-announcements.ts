import type { Announcements } from '@dnd-kit/core'

/** Announced with each handle. */
export const INSTRUCTIONS =
  'Para mudar de lugar, aperte espaço, use as setas para cima e para baixo e aperte espaço de novo. Esc desiste.'

type Id = string | number

/** Screen reader texts for a move in the list of `ids`. */
export function announcementsFor(ids: readonly string[], nameOf: (id: Id) => string): Announcements {
  const place = (id: Id) => `posição ${ids.indexOf(String(id)) + 1} de ${ids.length}`
  const lifted = (id: Id) => `${nameOf(id)} levantado, ${place(id)}.`
  return {
    onDragStart: ({ active }) => lifted(active.id),
    // It starts over itself, and may return there.
    onDragOver: ({ active, over }) =>
      !over || over.id === active.id ? lifted(active.id) : `${nameOf(active.id)}: ${place(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} fica na ${place(over.id)}.` : `${nameOf(active.id)} ficou onde estava.`,
    onDragCancel: ({ active }) => `Desistiu de mover. ${nameOf(active.id)} ficou onde estava.`,
  }
}
