import { passwordStrength } from '#client/lib/text/password-strength.ts'
import classes from './password-strength.module.css'

type Props = {
  password: string
  /** Easily guessed texts: the user's name and address. */
  known?: readonly string[]
}

export function PasswordStrength({ password, known }: Props) {
  const { score, word, advice } = passwordStrength(password, known)
  return (
    <div className={classes.root} data-score={score} hidden={password === ''}>
      <div className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-lit={step <= score || undefined} />
        ))}
      </div>
      <p className={classes.words} aria-live="polite">
        {password !== '' && (
          <>
            <span className="visually-hidden">Força da senha: </span>
            <strong>{word}</strong>
            {advice && <span> · {advice}</span>}
          </>
        )}
      </p>
    </div>
  )
}
