import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'
import { AdminUsersFilter } from './users.ts'
import { SegmentForm } from './users-form.ts'

/** A filter of the table of accounts, saved by name for all administrators. */
export const PeopleSegment = z.object({
  id: Id,
  name: z.string(),
  filter: AdminUsersFilter,
  createdAt: Timestamp,
})
export type PeopleSegment = z.infer<typeof PeopleSegment>

/** All of them, by name. */
export const PeopleSegments = z.array(PeopleSegment)
export type PeopleSegments = z.infer<typeof PeopleSegments>

export const PeopleSegmentParams = z.object({ segmentId: Id })

const { name } = SegmentForm.shape

export const RenamePeopleSegment = z.strictObject({ name })
export type RenamePeopleSegment = z.infer<typeof RenamePeopleSegment>

export const CreatePeopleSegment = z.strictObject({
  name,
  filter: AdminUsersFilter.refine(
    (filter) => Object.values(filter).some(Boolean),
    'Escolha ao menos um filtro',
  ),
})
export type CreatePeopleSegment = z.infer<typeof CreatePeopleSegment>
