import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './security.module.css'
import { codesFile } from './security-texts.ts'

type Props = { title: string; codes: readonly string[]; email: string; onKept: () => void }

/** The recovery codes, once: no other way closes the sheet. */
export function RecoveryCodesSheet({ title, codes, email, onKept }: Props) {
  const file = codesFile({ origin: location.origin, email, codes })
  const handleDownload = () =>
    saveFile('elenco-codigos-de-recuperacao.txt', new Blob([file], { type: 'text/plain' }))
  return (
    <Sheet title={title}>
      <p className={text.soft}>
        Se você ficar sem o aplicativo, um destes códigos abre a conta. Guarde-os fora deste aparelho, em
        papel ou no gerenciador de senhas:{' '}
        <strong className={classes.strong}>eles não aparecem de novo.</strong>
      </p>
      <Stack gap={4} className={classes.codesBox}>
        <ol className={classes.codes} aria-label="Códigos de recuperação">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Row className={classes.copyRow}>
          <CopyButton text={codes.join('\n')} label="Copiar os códigos" isLabelled />
        </Row>
      </Stack>
      <Row gap={12}>
        <Button onClick={onKept}>Guardei os códigos</Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={handleDownload}
        >
          Baixar em texto
        </Button>
      </Row>
    </Sheet>
  )
}
