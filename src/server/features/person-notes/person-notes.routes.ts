import { CreatePersonNote, PersonNote, PersonNoteParams, PersonNotes } from '#shared/contract/person-notes.ts'
import { AdminUserParams } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getUser } from '../users/users.queries.ts'
import { createNote, deleteNote, listNotes } from './person-notes.queries.ts'

/** What administrators write about a person. */
export const personNoteRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/users/admin/:userId/notes',
      operation({
        tag: 'users',
        summary: 'As notas da administração sobre uma conta, das mais novas às mais antigas',
        data: PersonNotes,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => {
        const { id: userId } = await getUser(db, c.req.valid('param'))
        return respond(c, await listNotes(db, { userId, callerId: c.var.user.id }))
      },
    )
    .post(
      '/users/admin/:userId/notes',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Escreve uma nota sobre uma conta; o mesmo id de novo não muda nada',
        data: PersonNote,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('json', CreatePersonNote),
      async (c) => {
        const { userId } = c.req.valid('param')
        const asked = { ...c.req.valid('json'), userId, origin: auditOrigin(c) }
        const { note, isNew } = await createNote(db, asked)
        return isNew ? respond(c, note, 201) : respond(c, note)
      },
    )
    .delete(
      '/users/admin/:userId/notes/:noteId',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Exclui uma nota que quem chama escreveu',
        data: PersonNote,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', PersonNoteParams),
      async (c) => respond(c, await deleteNote(db, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
