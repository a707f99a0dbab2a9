import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReportAnswer } from '#client/entities/reports/report-answer.tsx'
import { REPORT_KIND_TEXTS, REPORT_STATE_TEXTS } from '#client/entities/reports/report-texts.ts'
import { reportQueries, sendReport, takeBackReport } from '#client/entities/reports/reports.api.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { CheckRow } from '#client/ui/forms/check-row.tsx'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Message } from '#shared/contract/messages.ts'
import { type Report, ReportForm, ReportKind } from '#shared/contract/reports.ts'
import { LIMITS } from '#shared/limits.ts'

type Props = { message: Message; onClose: () => void }

/** Reports a reply, changes or takes back the open report of it, and shows the answer to the last one. */
export function ReportReply({ message, onClose }: Props) {
  const last = useQuery(reportQueries.ofReply(message.id))
  const report = last.data
  const isOpen = report?.state === 'open'
  return (
    <Sheet title={isOpen ? 'Você denunciou esta resposta' : 'Denunciar resposta'} onDismiss={onClose}>
      {last.isPending && <Skeletons label="Carregando a denúncia" heights={[44, 96]} />}
      {last.isError && report === undefined && (
        <LoadFailure query={last}>{errorText(last.error)}</LoadFailure>
      )}
      {report && !isOpen && (
        <Stack gap={12}>
          <p>
            Você já denunciou esta resposta ({REPORT_KIND_TEXTS[report.kind].toLowerCase()}):{' '}
            {REPORT_STATE_TEXTS[report.state].toLowerCase()}.
          </p>
          <ReportAnswer report={report} />
        </Stack>
      )}
      {report !== undefined && (
        // Another report needs another form.
        <ReportFields
          key={report?.id}
          messageId={message.id}
          open={isOpen ? report : undefined}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

type FieldsProps = { messageId: string; open: Report | undefined; onClose: () => void }

function ReportFields({ messageId, open, onClose }: FieldsProps) {
  const client = useQueryClient()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ReportForm,
    initialValues: {
      kind: open?.kind ?? '',
      comment: open?.comment ?? '',
      allowsReading: open?.allowsReading ?? false,
    },
    inputSize: 'lg',
    submit: async (report) => {
      await sendReport(client, { messageId, ...report })
      showToast(
        open ? 'Denúncia salva.' : 'Denúncia enviada. A resposta da administração aparece no seu perfil.',
        'success',
      )
      onClose()
    },
  })
  const takingBack = useMutation({
    mutationFn: (reportId: string) => takeBackReport(client, reportId),
    onSuccess: () => {
      showToast('Denúncia retirada.', 'success')
      onClose()
    },
  })
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
      <ChoiceChips
        label="O que há de errado?"
        options={ReportKind.options}
        labelOf={(kind) => REPORT_KIND_TEXTS[kind as ReportKind]}
        path="kind"
        value={form.values.kind}
        error={form.errors.kind ? String(form.errors.kind) : undefined}
        onChange={(kind) => form.setFieldValue('kind', kind)}
      />
      <Textarea
        label="Comentário (opcional)"
        description="A administração lê o que você escrever aqui."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LIMITS.reportCommentLength}
        {...form.getInputProps('comment')}
      />
      <Stack gap={4}>
        <CheckRow {...form.getInputProps('allowsReading', { type: 'checkbox' })}>
          Autorizo que a administração leia esta resposta e a minha pergunta
        </CheckRow>
        <p className={text.hint}>
          Sem isso ela vê só o motivo, o comentário, o agente, o modelo e o dia. O seu nome não aparece.
        </p>
      </Stack>
      <FormAlert>{failure ?? (takingBack.error ? errorText(takingBack.error) : undefined)}</FormAlert>
      <Row gap={12}>
        <Button type="submit" loading={isSubmitting} disabled={takingBack.isPending}>
          {open ? 'Salvar denúncia' : 'Denunciar'}
        </Button>
        {open && (
          <Button
            variant="default"
            loading={takingBack.isPending}
            disabled={isSubmitting}
            onClick={() => takingBack.mutate(open.id)}
          >
            Retirar denúncia
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}
