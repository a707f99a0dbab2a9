import type { Env } from '../env.ts'

/** The refusals for instances that would not work together, each in one sentence with its remedy. */
export const OTHER_SECRET =
  'o SECRET desta instância não é o das outras deste banco de dados; ponha o mesmo em todas, ou, para trocá-lo de propósito, ponha o anterior em SECRET_PREVIOUS; se ele se perdeu, veja docs/operating.md'
const NO_COMMON_STORE =
  'REDIS_URL e DATABASE_URL juntas são para várias instâncias, que precisam de um armazenamento em comum: configure as cinco variáveis S3_, ou retire REDIS_URL, de que uma instância só não precisa'

/**
 * The problem of settings for several instances that keep their uploads apart; undefined when there is none. The embedded
 * database serves a single instance.
 */
export const storeProblem = ({ databaseUrl, redisUrl, s3 }: Pick<Env, 'databaseUrl' | 'redisUrl' | 's3'>) =>
  databaseUrl && redisUrl && !s3 ? NO_COMMON_STORE : undefined
