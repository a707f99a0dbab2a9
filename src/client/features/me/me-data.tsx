import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EXPORT_ADDRESS } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

type Props = { hasPassword: boolean; onDeleted: () => void }

export function MeData({ hasPassword, onDeleted }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <MeSection
      place="dados"
      title="Seus dados"
      lead="São seus. Leve uma cópia ou apague tudo, sem pedir a ninguém."
    >
      <Stack gap={12} align="start">
        <p>
          <strong>Levar uma cópia.</strong> Um arquivo ZIP com o seu perfil, as suas conversas e tudo o mais
          que guardamos sobre você.
        </p>
        <Button
          component="a"
          href={EXPORT_ADDRESS}
          download
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
        >
          Baixar meus dados
        </Button>
      </Stack>
      <Stack gap={12} align="start">
        <p>
          <strong>Excluir a conta.</strong> Perfil, foto e conversas são apagados na hora e não voltam.
        </p>
        <Button variant="default" className={classes.danger} onClick={() => setDeleting(true)}>
          Excluir minha conta
        </Button>
      </Stack>
      <p className={classes.soft}>
        Como cuidamos disso: <a href="/privacy">política de privacidade</a> e{' '}
        <a href="/terms">termos de uso</a>.
      </p>
      {isDeleting && (
        <DeleteAccount hasPassword={hasPassword} onDeleted={onDeleted} onDismiss={() => setDeleting(false)} />
      )}
    </MeSection>
  )
}
