import { formatMonth } from '#client/lib/text/format.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import { uploadPath } from '#shared/contract/uploads.ts'
import classes from './me-hero.module.css'

type Props = {
  user: SessionUser /** ISO instant of the account's beginning, once it is known. */
  since: string | undefined
}

/** The person under the lamp, as the agents are: who they are before everything that they can set. */
export function MeHero({ user, since }: Props) {
  return (
    <header className={classes.hero}>
      <div className={classes.stage}>
        <Portrait
          photoUrl={uploadPath(user.image)}
          name={user.name}
          size={208}
          className={classes.portrait}
        />
      </div>
      <div className={classes.words}>
        <p className={classes.since}>{since ? `No elenco desde ${formatMonth(since)}` : '\u00a0'}</p>
        <h1 className={classes.name}>{user.name}</h1>
        {user.bio ? (
          <p className={classes.bio}>{user.bio}</p>
        ) : (
          <p className={classes.bio} data-empty>
            Sem bio por enquanto. Duas linhas sobre o que você cria já apresentam você.
          </p>
        )}
        <LinkButton to="/app/me/edit" variant="default" className={classes.edit}>
          Editar perfil
        </LinkButton>
      </div>
    </header>
  )
}
