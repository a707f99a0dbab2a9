import { Button } from '@mantine/core'
import { IconArrowBackUp, IconEye, IconMessageReply } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { REPORT_KIND_TEXTS, REPORT_STATE_TEXTS } from '#client/entities/reports/report-texts.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatDayInWords } from '#client/lib/text/sao-paulo-time.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminReport, ReportedTexts } from '#shared/contract/reports.ts'
import { ReportDecision } from './report-decision.tsx'
import { decideReport, readReportedTexts, refreshReports } from './reports-admin.api.ts'
import classes from './reports-page.module.css'

export function ReportCard({ report }: { report: AdminReport }) {
  const { agent, answer, comment, day, kind, model, state } = report
  const [texts, setTexts] = useState<ReportedTexts | null>(null)
  return (
    <Stack as="li" gap={16} className={classes.card}>
      <Row gap={12} align="start" wrap={false}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={40} className={classes.face} isLazy />
        <Stack gap={4} className={classes.words}>
          <h2 className={classes.kind}>{REPORT_KIND_TEXTS[kind]}</h2>
          <span className={text.hint}>
            Resposta de{' '}
            <Link to="/app/admin/agents/$agentId/edit" params={{ agentId: agent.id }}>
              {shortNameOf(agent.name)}
            </Link>
            {' · '}
            {model || 'modelo não anotado'}
            {' · '}
            <time dateTime={day}>{formatDayInWords(day)}</time>
          </span>
        </Stack>
        <span className={text.pill}>{REPORT_STATE_TEXTS[state]}</span>
      </Row>
      {comment && <p className={classes.said}>{comment}</p>}
      {answer !== null && (
        <Stack gap={4} className={classes.answer}>
          <span className={text.small}>Resposta à pessoa</span>
          <p className={classes.said}>{answer}</p>
        </Stack>
      )}
      {texts && <Texts texts={texts} agentName={agent.name} />}
      <Actions report={report} isRead={texts !== null} onRead={setTexts} />
    </Stack>
  )
}

type ActionsProps = { report: AdminReport; isRead: boolean; onRead: (texts: ReportedTexts) => void }

function Actions({ report, isRead, onRead }: ActionsProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'reading' | 'answer' | null>(null)
  const close = () => setAsked(null)
  const opening = useMutation({
    mutationFn: () => decideReport(client, report, { state: 'open' }),
    onSuccess: () => showToast('A denúncia está aberta de novo, sem a resposta.', 'success'),
    onError: (error) => {
      showToast(errorText(error), 'error')
      void refreshReports(client)
    },
  })
  const read = async () => onRead(await readReportedTexts(report.id))
  return (
    <>
      <Row gap={12}>
        <Button
          variant={report.state === 'open' ? 'filled' : 'default'}
          leftSection={<IconMessageReply size={20} aria-hidden />}
          onClick={() => setAsked('answer')}
        >
          {report.state === 'open' ? 'Responder' : 'Mudar a resposta'}
        </Button>
        {report.isReadable && !isRead && (
          <Button
            variant="default"
            leftSection={<IconEye size={20} aria-hidden />}
            onClick={() => setAsked('reading')}
          >
            Ler a resposta
          </Button>
        )}
        {report.state !== 'open' && (
          <Button
            variant="default"
            loading={opening.isPending}
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            onClick={() => opening.mutate()}
          >
            Abrir de novo
          </Button>
        )}
      </Row>
      {!report.isReadable && (
        <p className={text.small}>
          {report.allowsReading
            ? 'A pessoa excluiu esta resposta ou a conversa. O texto não pode mais ser lido.'
            : 'A pessoa não autorizou a leitura da resposta.'}
        </p>
      )}
      {asked === 'answer' && <ReportDecision report={report} onClose={close} />}
      {asked === 'reading' && (
        <ConfirmSheet
          title="Ler a resposta denunciada?"
          confirmLabel="Ler a resposta"
          onConfirm={read}
          onClose={close}
        >
          <p>
            A pessoa autorizou a leitura desta resposta e da pergunta. Cada leitura fica no registro, com o
            seu nome.
          </p>
        </ConfirmSheet>
      )}
    </>
  )
}

function Texts({ texts: { question, reply }, agentName }: { texts: ReportedTexts; agentName: string }) {
  return (
    <Stack as="section" gap={12} aria-label="O que a pessoa autorizou a ler" className={classes.texts}>
      <h3 className={classes.who}>A pergunta</h3>
      {question === null ? (
        <p className={text.soft}>A pergunta foi excluída.</p>
      ) : (
        <p className={classes.said}>{question}</p>
      )}
      <h3 className={classes.who}>A resposta de {shortNameOf(agentName)}</h3>
      <Markdown text={reply} />
    </Stack>
  )
}
