import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import type { AdminLabel } from '#shared/contract/labels.ts'
import classes from './delete-label-sheet.module.css'

type Props = {
  label: AdminLabel
  /** Where its agents can go. */
  others: readonly AdminLabel[]
  onDelete: (moveTo?: AdminLabel) => Promise<void>
  onClose: () => void
}

/** Asks what becomes of the agents of a label that goes. */
export function DeleteLabelSheet({ label, others, onDelete, onClose }: Props) {
  const id = useId()
  const [isMoving, setMoving] = useState(false)
  const [targetId, setTargetId] = useState(others[0]?.id ?? '')
  const target = isMoving ? others.find((other) => other.id === targetId) : undefined
  const names = label.agents.map(({ name }) => shortNameOf(name))
  return (
    <ConfirmSheet
      title={`Excluir “${label.name}”?`}
      confirmLabel="Excluir etiqueta"
      onConfirm={() => onDelete(target)}
      onClose={onClose}
    >
      <p>
        {names.length === 1 ? 'Um agente tem' : `${names.length} agentes têm`} esta etiqueta:{' '}
        <strong>{new Intl.ListFormat('pt-BR').format(names)}</strong>.
      </p>
      <Stack as="fieldset" className={classes.choices}>
        <legend>O que fazer com {names.length === 1 ? 'ele' : 'eles'}?</legend>
        <Row as="label" gap={12} wrap={false} className={classes.choice}>
          <input type="radio" name={id} checked={!isMoving} onChange={() => setMoving(false)} />
          <span>Só tirar esta etiqueta</span>
        </Row>
        {others.length > 0 && (
          <Row as="label" gap={12} wrap={false} className={classes.choice}>
            <input type="radio" name={id} checked={isMoving} onChange={() => setMoving(true)} />
            <span>Passar para outra etiqueta</span>
          </Row>
        )}
        {isMoving && (
          <NativeSelect
            aria-label="Etiqueta que eles recebem"
            size="md"
            rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
            rightSectionPointerEvents="none"
            className={classes.target}
            value={targetId}
            data={others.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={(event) => setTargetId(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmSheet>
  )
}
