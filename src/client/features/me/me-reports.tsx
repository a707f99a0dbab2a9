import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { ReportAnswer } from '#client/entities/reports/report-answer.tsx'
import { REPORT_KIND_TEXTS, REPORT_STATE_TEXTS } from '#client/entities/reports/report-texts.ts'
import { reportQueries, takeBackReport } from '#client/entities/reports/reports.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Report } from '#shared/contract/reports.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

/** The reports of the user, with the administrators' answers. */
export function MeReports() {
  const client = useQueryClient()
  const list = useInfiniteQuery(reportQueries.own())
  const reports = list.data?.pages.flatMap((page) => page.items)
  const [asked, setAsked] = useState<Report | null>(null)
  return (
    <MeSection
      place="denuncias"
      title="Suas denúncias"
      lead="As respostas que você denunciou, e o que a administração respondeu."
    >
      {list.isPending && <Skeletons label="Carregando as denúncias" heights={[72]} />}
      {list.isError && !reports && <LoadFailure query={list}>{errorText(list.error)}</LoadFailure>}
      {reports?.length === 0 && (
        <p className={classes.soft}>
          Nenhuma. Para denunciar uma resposta, abra as ações dela e escolha Denunciar.
        </p>
      )}
      {reports && reports.length > 0 && (
        <ul aria-label="Suas denúncias" className={classes.sessions}>
          {reports.map((report) => (
            <Entry key={report.id} report={report} onTakeBack={() => setAsked(report)} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
      {asked && (
        <ConfirmSheet
          title="Retirar esta denúncia?"
          confirmLabel="Retirar denúncia"
          onConfirm={async () => {
            await takeBackReport(client, asked.id)
            showToast('Denúncia retirada.', 'success')
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            Ela é apagada, com o seu comentário, a autorização de leitura e a resposta da administração, se já
            houver uma.
          </p>
        </ConfirmSheet>
      )}
    </MeSection>
  )
}

function Entry({ report, onTakeBack }: { report: Report; onTakeBack: () => void }) {
  const { agent, allowsReading, chatId, comment, createdAt, kind, state } = report
  return (
    <Stack as="li" gap={12} className={classes.session}>
      <Row gap={16} wrap={false} justify="between">
        <Stack gap={4} className={classes.device}>
          <strong>{REPORT_KIND_TEXTS[kind]}</strong>
          <span className={classes.soft}>
            {chatId ? (
              <Link to="/app/$agentId/$chatId" params={{ agentId: agent.id, chatId }}>
                Conversa com {shortNameOf(agent.name)}
              </Link>
            ) : (
              `Resposta de ${shortNameOf(agent.name)}, já excluída`
            )}
            {' · '}
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </span>
          {comment && <span>{comment}</span>}
          <span className={classes.soft}>
            {allowsReading ? 'Você autorizou a leitura.' : 'Você não autorizou a leitura.'}
          </span>
        </Stack>
        <span className={text.pill}>{REPORT_STATE_TEXTS[state]}</span>
      </Row>
      <ReportAnswer report={report} />
      <Row>
        <Button variant="default" onClick={onTakeBack}>
          Retirar denúncia
        </Button>
      </Row>
    </Stack>
  )
}
