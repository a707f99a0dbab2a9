import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_STATE_TEXTS } from '#client/entities/reports/report-texts.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { type AdminReport, ReportAnswerForm } from '#shared/contract/reports.ts'
import { decideReport } from './reports-admin.api.ts'

const CLOSED = ['resolved', 'dismissed'] as const
type Closed = (typeof CLOSED)[number]

/** Closes a report with an answer to the user, or changes that answer. */
export function ReportDecision({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  const client = useQueryClient()
  const [state, setState] = useState<Closed>(report.state === 'dismissed' ? 'dismissed' : 'resolved')
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ReportAnswerForm,
    initialValues: { answer: report.answer ?? '' },
    inputSize: 'lg',
    submit: async ({ answer }) => {
      await decideReport(client, report, { state, answer })
      showToast('A pessoa lê a sua resposta no perfil dela.', 'success')
      onClose()
    },
  })
  return (
    <Sheet title="Responder à denúncia" onDismiss={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <ChoiceChips
          label="Situação"
          options={CLOSED}
          labelOf={(option) => REPORT_STATE_TEXTS[option as Closed]}
          path="state"
          value={state}
          onChange={(option) => setState(option as Closed)}
        />
        <Textarea
          label="Resposta à pessoa"
          description="Ela lê este texto no perfil e na conversa. Diga o que mudou, ou por que nada muda."
          autosize
          minRows={3}
          maxRows={8}
          {...form.getInputProps('answer')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Enviar resposta
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
