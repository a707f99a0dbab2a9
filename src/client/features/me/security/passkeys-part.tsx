import { Button } from '@mantine/core'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { securityQuery } from '#client/entities/account/security.api.ts'
import { canUsePasskeys } from '#client/lib/browser/can-use-passkeys.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import text from '#client/ui/text/text.module.css'
import type { Passkey } from '#shared/contract/second-factor.ts'
import { SECOND_FACTOR } from '#shared/contract/second-factor-form.ts'
import me from '../me.module.css'
import classes from './security.module.css'
import { usedText } from './security-texts.ts'

const sheets = () => import('./passkey-sheets.tsx')
const AddPasskeySheet = lazy(async () => ({ default: (await sheets()).AddPasskeySheet }))
const RenamePasskeySheet = lazy(async () => ({ default: (await sheets()).RenamePasskeySheet }))
const DeletePasskeySheet = lazy(async () => ({ default: (await sheets()).DeletePasskeySheet }))

type Props = {
  passkeys: readonly Passkey[]
  /** Proposed as the name of a new passkey. */
  deviceName: string
}

type Open = { kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey }

const DONE = {
  add: 'Chave de acesso criada.',
  rename: 'Nome salvo.',
  delete: 'Chave de acesso excluída.',
}

export function PasskeysPart({ passkeys, deviceName }: Props) {
  const [open, setOpen] = useState<Open>()
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const handleDone = async (kind: Open['kind']) => {
    setOpen(undefined)
    showToast(DONE[kind], 'success')
    await cache.invalidateQueries({ queryKey: securityQuery().queryKey })
    // The menu that opened the sheet may be gone.
    if (document.activeElement === document.body) heading.current?.focus()
  }
  const onDismiss = () => setOpen(undefined)
  return (
    <Stack gap={12} align="start" className={classes.part}>
      <h3 ref={heading} tabIndex={-1} className={classes.name}>
        Chaves de acesso
      </h3>
      <p className={me.soft}>
        Entre com a digital, o rosto ou o PIN do aparelho, sem senha nem código. Só funciona no endereço
        verdadeiro {inHouse('do Elenco')}: uma página falsa não consegue usá-la.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Chaves de acesso" className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ kind: 'rename', passkey })}
              onDelete={() => setOpen({ kind: 'delete', passkey })}
            />
          ))}
        </ul>
      )}
      <AddButton count={passkeys.length} onAdd={() => setOpen({ kind: 'add' })} />
      <Suspense>
        {open?.kind === 'add' && (
          <AddPasskeySheet
            deviceName={deviceName}
            onDone={() => void handleDone('add')}
            onDismiss={onDismiss}
          />
        )}
        {open?.kind === 'rename' && (
          <RenamePasskeySheet
            passkey={open.passkey}
            onDone={() => void handleDone('rename')}
            onDismiss={onDismiss}
          />
        )}
        {open?.kind === 'delete' && (
          <DeletePasskeySheet
            passkey={open.passkey}
            onDone={() => void handleDone('delete')}
            onDismiss={onDismiss}
          />
        )}
      </Suspense>
    </Stack>
  )
}

type RowProps = { passkey: Passkey; onRename: () => void; onDelete: () => void }

const PasskeyRow = ({ passkey, onRename, onDelete }: RowProps) => (
  <Row as="li" gap={16} wrap={false} className={me.session}>
    <IconFingerprint size={24} aria-hidden />
    <Stack gap={4} className={me.device}>
      <strong>{passkey.name}</strong>
      <span className={me.soft}>{usedText(passkey.lastUsedAt)}</span>
    </Stack>
    <ActionMenu
      label={`Opções de ${passkey.name}`}
      actions={() => [
        { label: 'Renomear', Icon: IconPencil, onChoose: onRename },
        { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: onDelete },
      ]}
    />
  </Row>
)

function AddButton({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (!canUsePasskeys()) {
    return <p className={text.hint}>Este navegador não cria chaves de acesso neste endereço.</p>
  }
  if (count >= SECOND_FACTOR.passkeys) {
    return (
      <p className={text.hint}>
        Você chegou às {SECOND_FACTOR.passkeys} chaves de acesso. Para criar outra, exclua uma.
      </p>
    )
  }
  return (
    <Button variant="default" onClick={onAdd}>
      {count === 0 ? 'Criar chave de acesso' : 'Criar outra'}
    </Button>
  )
}
