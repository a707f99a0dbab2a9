import { Link } from '@tanstack/react-router'
import classes from './no-assets.module.css'

export const NoAssets = () => (
  <p className={classes.nothing}>
    Ainda não há nada seu aqui. Conte uma vez o que você vende, e cada agente escreve sabendo.{' '}
    <Link to="/app/personalizacao">Abrir a personalização</Link>
  </p>
)
