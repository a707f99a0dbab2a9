import { formatMonth } from '#client/lib/text/format.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import stage from '#client/ui/photo/stage.module.css'
import type { SessionUser } from '#shared/contract/auth.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './me-hero.module.css'

type Props = {
  user: SessionUser
  /** When the account was created, an ISO instant. */
  since: string | undefined
}

export function MeHero({ user, since }: Props) {
  return (
    <Stack as="header" gap={24} className={classes.hero}>
      <div className={`${stage.stage} ${stage.lit} ${classes.stage}`}>
        <Portrait
          photoUrl={uploadPath(user.image)}
          name={user.name}
          size={208}
          className={classes.portrait}
        />
      </div>
      <Stack gap={12} align="start" className={classes.words}>
        <p className={classes.since}>{since ? `No elenco desde ${formatMonth(since)}` : '\u00a0'}</p>
        <h1 className={classes.name}>{user.name}</h1>
        <p className={classes.bio}>
          {user.bio || 'Sem bio por enquanto. Duas linhas sobre o que você cria já apresentam você.'}
        </p>
        <LinkButton to="/app/me/edit" variant="default">
          Editar perfil
        </LinkButton>
      </Stack>
    </Stack>
  )
}
