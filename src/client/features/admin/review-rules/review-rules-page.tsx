import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { CHANNEL_NAMES, longDay, SEVERITY_NAMES } from '#client/entities/reviews/review-texts.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminReviewRule } from '#shared/contract/reviews.ts'
import { CHANNELS } from '#shared/revisor/rules.ts'
import { NEEDS_FACTS } from '#shared/revisor/rules-with-facts.ts'
import { ReachSheet } from './reach-sheet.tsx'
import { deleteRule, reviewRulesQuery } from './review-rules.api.ts'
import classes from './review-rules.module.css'
import { RuleSheet } from './rule-sheet.tsx'

const COLUMNS: readonly DataTableColumn<AdminReviewRule>[] = [
  {
    key: 'title',
    header: 'Regra',
    cell: ({ title, isOwn, phrases }) => (
      <Stack gap={4}>
        <span className={classes.name}>{title}</span>
        <span className={text.small}>
          {isOwn
            ? `Da casa, ${phrases.length === 1 ? '1 frase' : `${phrases.length} frases`}`
            : 'Conferida pelo código'}
        </span>
      </Stack>
    ),
  },
  {
    key: 'severity',
    header: 'Peso',
    width: '120px',
    cell: ({ severity, isEnabled }) => (isEnabled ? SEVERITY_NAMES[severity] : 'Desligada'),
  },
  {
    key: 'channels',
    header: 'Onde vale',
    width: '22%',
    cell: ({ channels }) =>
      channels.length === CHANNELS.length
        ? 'Em todo lugar'
        : channels.map((it) => CHANNEL_NAMES[it]).join(', '),
  },
  {
    key: 'source',
    header: 'Fonte',
    width: '24%',
    cell: ({ source, readAt, isLawyerReviewed }) => (
      <Stack gap={4}>
        <span>{source}</span>
        <span className={text.small}>
          {readAt ? `Lida em ${longDay(readAt)}` : 'Texto não lido'};{' '}
          {isLawyerReviewed ? 'revisada por advogado' : 'não revisada por advogado'}
        </span>
      </Stack>
    ),
  },
  { key: 'acts', header: 'Ações', width: '120px', cell: (rule) => <Acts rule={rule} /> },
]

/** The rules of the Revisor: switch, weight, texts, places, and the house's own phrases. */
export function ReviewRulesPage() {
  const rules = useQuery(reviewRulesQuery())
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title="Regras do Revisor"
      description="O que o Revisor procura nos textos de todo mundo. As regras do código mudam de peso e de lugar, ou se desligam; as da casa procuram frases. Uma mudança vale na próxima revisão e fica no registro."
      actions={
        <>
          <LinkButton to="/app/revisor" variant="default">
            Abrir o Revisor
          </LinkButton>
          <Button onClick={() => setMaking(true)}>Nova regra</Button>
        </>
      }
    >
      {rules.isError && !rules.data ? (
        <LoadError query={rules} title="As regras não carregaram" />
      ) : (
        <DataTable
          caption="Regras do Revisor"
          columns={COLUMNS}
          rows={rules.data}
          keyOf={({ id }) => id}
          empty={<StateMessage title="Nenhuma regra">Crie a primeira regra da casa.</StateMessage>}
        />
      )}
      {isMaking && <RuleSheet onClose={() => setMaking(false)} />}
    </AdminPage>
  )
}

function Acts({ rule }: { rule: AdminReviewRule }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'reach' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Row gap={8}>
      <Button
        size="sm"
        variant="default"
        aria-label={`Editar a regra ${rule.title}`}
        onClick={() => setOpen('edit')}
      >
        Editar
      </Button>
      {!NEEDS_FACTS.has(rule.id) && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Documentos com ${rule.title}`}
          onClick={() => setOpen('reach')}
        >
          Documentos
        </Button>
      )}
      {rule.isOwn && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Excluir a regra ${rule.title}`}
          onClick={() => setOpen('delete')}
        >
          Excluir
        </Button>
      )}
      {open === 'edit' && <RuleSheet rule={rule} onClose={close} />}
      {open === 'reach' && <ReachSheet rule={rule} onClose={close} />}
      {open === 'delete' && (
        <ConfirmSheet
          title="Excluir esta regra?"
          confirmLabel="Excluir regra"
          onConfirm={async () => {
            await deleteRule(client, rule.id)
            showToast(`A regra ${rule.title} foi excluída.`, 'success')
          }}
          onClose={close}
        >
          <p>O Revisor deixa de procurar as frases dela. Não dá para desfazer; desligar dá.</p>
        </ConfirmSheet>
      )}
    </Row>
  )
}
