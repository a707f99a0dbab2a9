import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'
import { PersonNoteForm } from './users-form.ts'

/** What an administrator wrote about a person, for the administration. */
export const PersonNote = z.object({
  id: Id,
  content: z.string(),
  authorName: z.string(),
  /** Whether the caller wrote it, and may delete it. */
  isOwn: z.boolean(),
  createdAt: Timestamp,
})
export type PersonNote = z.infer<typeof PersonNote>

/** Newest first. */
export const PersonNotes = z.array(PersonNote)
export type PersonNotes = z.infer<typeof PersonNotes>

/** A repeated `id` changes nothing. */
export const CreatePersonNote = z.strictObject({ id: Id, content: PersonNoteForm.shape.content })
export type CreatePersonNote = z.infer<typeof CreatePersonNote>

export const PersonNoteParams = z.object({ userId: Id, noteId: Id })
