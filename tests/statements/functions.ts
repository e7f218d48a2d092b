import { parsePlPgSQLSync } from 'libpg-query';
import type { Names } from './level.ts';

type Expression = { query: string; parseMode?: number };

/** The statements in a function of PL/pgSQL, given as `create function …`, and the names of what it holds in variables. */
export const statementsOf = (definition: string): { statements: string[]; variables: Names } => {
  const variables = new Set(['new', 'old']);
  const statements: string[] = [];
  const look = (value: unknown): void => {
    if (!value || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'PLpgSQL_var' || key === 'PLpgSQL_rec') variables.add((inner as { refname: string }).refname);
      if (key === 'PLpgSQL_expr') statements.push(statementOf(inner as Expression));
      look(inner);
    }
  };
  look(parsePlPgSQLSync(definition));
  return { statements, variables };
};

/** An expression is what stands after SELECT; in an assignment, what stands after the sign. */
const statementOf = ({ query, parseMode = 0 }: Expression): string => {
  if (parseMode === 0) return query;
  return `select ${parseMode === 2 ? query : query.replace(/^.*?:?=/s, '')}`;
};
