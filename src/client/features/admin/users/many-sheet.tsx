import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PlanFields } from '#client/entities/billing/plan-fields.tsx'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import text from '#client/ui/text/text.module.css'
import type { PeopleActionKind, StartPeopleAction } from '#shared/contract/people-actions.ts'
import type { CountedUsers } from '#shared/contract/users.ts'
import { BanUserForm, GivePlanForm } from '#shared/contract/users-form.ts'
import { banExpiry } from './ban-expiry.ts'
import { BanFields, NO_BAN } from './ban-fields.tsx'
import classes from './edit-user.module.css'
import type { Chosen } from './use-users-selection.ts'
import { peopleText } from './user-texts.ts'
import { actionCalls, actionsChanged, userQueries } from './users.api.ts'

type Props = {
  kind: PeopleActionKind
  chosen: Chosen
  /** The filter has another number of people by now. */
  onRecounted: (count: CountedUsers) => void
  onStarted: () => void
  onClose: () => void
}

type Details = Partial<Pick<StartPeopleAction, 'planId' | 'planUntil' | 'banReason' | 'banExpires'>>
type Start = (details?: Details) => Promise<void>
type Shown = { title: string; leftOut: string | undefined; start: Start; onClose: () => void }

/** Says what an action does to how many, and starts it. */
export function ManySheet({ kind, chosen, onRecounted, onStarted, onClose }: Props) {
  const client = useQueryClient()
  const start: Start = async (details) => {
    const { filter, userIds, people: expected } = chosen
    try {
      await actionCalls.start({ kind, ...details, ...(filter ? { filter, expected } : { userIds }) })
    } catch (error) {
      if (filter && error instanceof ApiError && error.details?.people) {
        onRecounted(await client.fetchQuery(userQueries.count(filter)))
      }
      throw error
    }
    await actionsChanged(client)
    onClose()
    onStarted()
  }
  const out = kind === 'suspend' ? chosen.administrators : chosen.own
  const shown: Shown = {
    title: TITLES[kind](peopleText(chosen.people - out)),
    leftOut: out === 0 ? undefined : leftOutText(kind, out),
    ...{ start, onClose },
  }
  if (chosen.people === out) {
    return (
      <Sheet title="Ninguém muda" onDismiss={onClose}>
        <p>{shown.leftOut}</p>
        <Row>
          <Button variant="default" onClick={onClose}>
            Voltar
          </Button>
        </Row>
      </Sheet>
    )
  }
  if (kind === 'set-plan') return <PlanSheet {...shown} />
  if (kind === 'suspend') return <SuspendSheet {...shown} />
  return (
    <ConfirmSheet
      title={shown.title}
      confirmLabel={kind === 'end-plan' ? 'Encerrar plano' : 'Encerrar suspensão'}
      onConfirm={() => start()}
      onClose={onClose}
    >
      <p>{kind === 'end-plan' ? END_TEXT : 'Quem não está com a conta suspensa fica como está.'}</p>
      {shown.leftOut && <p className={text.hint}>{shown.leftOut}</p>}
    </ConfirmSheet>
  )
}

const TITLES: Record<PeopleActionKind, (people: string) => string> = {
  'set-plan': (people) => `Dar um plano a ${people}?`,
  'end-plan': (people) => `Encerrar o plano dado a ${people}?`,
  suspend: (people) => `Suspender ${people}?`,
  restore: (people) => `Encerrar a suspensão de ${people}?`,
}

const END_TEXT =
  'O plano dado pela administração deixa de valer na hora. Fica o que cada pessoa assina, ou o Gratuito; nenhuma conversa se perde.'

function leftOutText(kind: PeopleActionKind, out: number): string {
  if (kind !== 'suspend') return 'Sua própria conta fica de fora.'
  return out === 1
    ? 'Uma conta da administração fica de fora: quem administra só é suspenso um por um.'
    : `${out} contas da administração ficam de fora: quem administra só é suspenso um por um.`
}

function PlanSheet({ title, leftOut, start, onClose }: Shown) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: GivePlanForm,
    initialValues: { planId: '', planUntil: '' },
    submit: ({ planId, planUntil }) => start({ planId, planUntil: planUntil || null }),
  })
  return (
    <FormSheet
      {...{ title, leftOut, failure, isSubmitting, onClose, onSubmit: handleSubmit }}
      lead="Substitui o plano que a administração deu antes. O que cada pessoa assina continua."
      submit="Dar o plano"
    >
      <PlanFields
        label="Plano"
        none="Escolha um plano"
        isOpen={form.values.planId !== ''}
        plan={form.getInputProps('planId')}
        until={form.getInputProps('planUntil')}
      />
    </FormSheet>
  )
}

function SuspendSheet({ title, leftOut, start, onClose }: Shown) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: BanUserForm,
    initialValues: NO_BAN,
    submit: (parsed) =>
      start({ banExpires: banExpiry(parsed), ...(parsed.banReason && { banReason: parsed.banReason }) }),
  })
  return (
    <FormSheet
      {...{ title, leftOut, failure, isSubmitting, onClose, onSubmit: handleSubmit }}
      lead="As sessões e as respostas em andamento terminam na hora. Nada é apagado. Quem já está com a conta suspensa fica como está."
      submit="Suspender"
      isDanger
    >
      <BanFields form={form} />
    </FormSheet>
  )
}

type FormProps = Omit<Shown, 'start'> & {
  lead: string
  submit: string
  isDanger?: boolean
  failure: string | undefined
  isSubmitting: boolean
  onSubmit: ReturnType<typeof useContractForm>['handleSubmit']
  children: ReactNode
}

function FormSheet(props: FormProps) {
  const { title, lead, leftOut, failure, isSubmitting, onClose, onSubmit, submit, isDanger, children } = props
  return (
    <Sheet title={title} onDismiss={onClose}>
      <p>{lead}</p>
      {leftOut && <p className={text.hint}>{leftOut}</p>}
      <Stack as="form" gap={20} noValidate onSubmit={onSubmit} className={classes.form}>
        {children}
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" className={isDanger ? sheetForm.danger : undefined} loading={isSubmitting}>
            {submit}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
