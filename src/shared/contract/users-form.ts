import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { PEOPLE_LIMITS } from '../limits-people.ts'
import { EmailForm, SignUpForm, UpdateUserForm } from './auth.ts'
import { figure, hasNoNul, NUL_TEXT } from './scalars.ts'

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now())

// Fields of the administrators' forms; the bodies in `users.ts` share them.

const { name, bio, phoneNumber } = UpdateUserForm.shape
const { email } = EmailForm.shape
const { password } = SignUpForm.shape
const role = mini.enum(['admin', 'user'])

/** Form for a new account (SPEC §4). */
export const CreateUserForm = mini.object({ name, email, password, phoneNumber, role })
export type CreateUserForm = mini.infer<typeof CreateUserForm>

/** Form for a person to add; `planId` and `planUntil` are empty for no plan and no end. */
export const AddPersonForm = mini
  .object({ name, email, planId: mini.string(), planUntil: mini.string() })
  .check(
    mini.refine(({ planId, planUntil }) => planId === '' || planUntil === '' || planUntil >= today(), {
      path: ['planUntil'],
      error: 'A data já passou',
    }),
  )
export type AddPersonForm = mini.infer<typeof AddPersonForm>

/** Form for a plan for many people; `planUntil` is empty for no end. */
export const GivePlanForm = mini
  .object({
    planId: mini.string().check(mini.minLength(1, 'Escolha um plano')),
    planUntil: mini.string(),
  })
  .check(
    mini.refine(({ planUntil }) => planUntil === '' || planUntil >= today(), {
      path: ['planUntil'],
      error: 'A data já passou',
    }),
  )
export type GivePlanForm = mini.infer<typeof GivePlanForm>

/** Form of another user's account. */
export const EditUserForm = mini
  .object({
    name,
    bio,
    phoneNumber,
    /** Another user's photo can only be removed. */
    removesImage: mini.boolean(),
    role,
    /** The plan given by hand; empty for none. */
    planId: mini.string(),
    /** Its last day in São Paulo, such as 2026-11-30; empty for no end. */
    planUntil: mini.string(),
  })
  .check(
    mini.refine(({ planId, planUntil }) => planId === '' || planUntil === '' || planUntil >= today(), {
      path: ['planUntil'],
      error: 'A data já passou',
    }),
  )
export type EditUserForm = mini.infer<typeof EditUserForm>

/** Form for another user's password: initial rules, because the user replaces it later. */
export const SetPasswordForm = mini.object({ newPassword: password })

const REASON_TEXT = `O motivo deve ter no máximo ${LIMITS.banReasonLength} caracteres`

/** Days, no end, or until a date. */
export const BanDuration = mini.enum(['1', '7', '30', 'never', 'until'])
export type BanDuration = mini.infer<typeof BanDuration>

const DATE_TEXT = 'Escolha uma data no futuro'

/** `banExpires` is in the administrator's time zone, and used only for `until`. */
export const BanUserForm = mini
  .object({
    banReason: mini
      .string()
      .check(
        mini.trim(),
        mini.maxLength(LIMITS.banReasonLength, REASON_TEXT),
        mini.refine(hasNoNul, NUL_TEXT),
      ),
    duration: BanDuration,
    banExpires: mini.string(),
  })
  .check(
    mini.refine((form) => form.duration !== 'until' || Date.parse(form.banExpires) > Date.now(), {
      path: ['banExpires'],
      error: DATE_TEXT,
    }),
  )
export type BanUserForm = mini.infer<typeof BanUserForm>

const { extraMessagesMax, extraReasonLength } = LIMITS
export const EXTRA_COUNT_TEXT = `Escreva um número inteiro de 1 a ${extraMessagesMax.toLocaleString('pt-BR')}`
const EXTRA_REASON_TEXT = `O motivo deve ter no máximo ${extraReasonLength} caracteres`

/** Form of messages that a user gets beyond their plan. */
export const ExtraMessagesForm = mini.object({
  given: figure(EXTRA_COUNT_TEXT, { least: 1, most: extraMessagesMax }),
  /** The last day in São Paulo; empty for no end. */
  until: mini.string().check(mini.refine((day) => day === '' || day >= today(), 'A data já passou')),
  reason: mini
    .string({ error: 'Motivo inválido' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Escreva o motivo'),
      mini.maxLength(extraReasonLength, EXTRA_REASON_TEXT),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
})
export type ExtraMessagesForm = mini.infer<typeof ExtraMessagesForm>

const { visitReasonMin, visitReasonMax } = LIMITS
const VISIT_REASON_TEXT = `O motivo deve ter de ${visitReasonMin} a ${visitReasonMax} caracteres`

/** Why an administrator enters an account; its owner reads it. */
export const ImpersonateForm = mini.object({
  reason: mini
    .string(VISIT_REASON_TEXT)
    .check(
      mini.trim(),
      mini.minLength(visitReasonMin, VISIT_REASON_TEXT),
      mini.maxLength(visitReasonMax, VISIT_REASON_TEXT),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
})
export type ImpersonateForm = mini.infer<typeof ImpersonateForm>

const { segmentNameLength } = PEOPLE_LIMITS
const SEGMENT_TEXT = `O nome deve ter no máximo ${segmentNameLength} caracteres`

/** Form of a saved filter of accounts. */
export const SegmentForm = mini.object({
  name: mini
    .string({ error: 'Nome inválido' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Dê um nome ao segmento'),
      mini.maxLength(segmentNameLength, SEGMENT_TEXT),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
})
export type SegmentForm = mini.infer<typeof SegmentForm>

const { noteLength } = PEOPLE_LIMITS
const NOTE_TEXT = `A nota deve ter no máximo ${noteLength.toLocaleString('pt-BR')} caracteres`

/** Form of a note about a person. */
export const PersonNoteForm = mini.object({
  content: mini
    .string({ error: 'Nota inválida' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Escreva a nota'),
      mini.maxLength(noteLength, NOTE_TEXT),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
})
export type PersonNoteForm = mini.infer<typeof PersonNoteForm>

const { mailSubjectLength, mailTextLength } = PEOPLE_LIMITS
const SUBJECT_TEXT = `O assunto deve ter no máximo ${mailSubjectLength} caracteres`
const TEXT_TEXT = `O texto deve ter no máximo ${mailTextLength.toLocaleString('pt-BR')} caracteres`
// A line break would begin another header of the mail.
const isOneLine = (line: string) => !/[\p{Cc}\u2028\u2029]/u.test(line)

/** Form of a mail to many people; `{nome}` stands for the first name. */
export const PeopleMailForm = mini.object({
  subject: mini
    .string({ error: 'Assunto inválido' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Escreva o assunto'),
      mini.maxLength(mailSubjectLength, SUBJECT_TEXT),
      mini.refine(isOneLine, 'O assunto deve ficar em uma linha só'),
    ),
  content: mini
    .string({ error: 'Texto inválido' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Escreva o texto'),
      mini.maxLength(mailTextLength, TEXT_TEXT),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
})
export type PeopleMailForm = mini.infer<typeof PeopleMailForm>
