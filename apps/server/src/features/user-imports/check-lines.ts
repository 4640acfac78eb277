import type { Db } from '../../platform/db/db.ts';
import { foldName } from '../users/index.ts';
import type { CheckedLine, UserLine } from './read-users-csv.ts';
import { findAgents, findTaken } from './user-imports.sql.ts';

/** What the database says of the lines: agents found, and problems of those unknown or of names that are taken. */
export async function checkLines(db: Db, lines: readonly UserLine[]): Promise<CheckedLine[]> {
  const good = lines.filter(({ problem }) => problem === null);
  const agents = await findAgents(db, [
    ...new Set(good.flatMap(({ agent }) => (agent === null ? [] : [agent]))),
  ]);
  const taken = await findTaken(
    db,
    good.map(({ username }) => foldName(username)),
    good.map(({ email }) => foldName(email)),
  );
  return lines.map((line) => {
    const agentId = line.agent === null ? null : (agents.get(line.agent) ?? null);
    if (line.problem !== null) return { ...line, agentId: null };
    const isTaken = taken.names.has(foldName(line.username)) || taken.emails.has(foldName(line.email));
    const isLost = line.agent !== null && agentId === null;
    return { ...line, agentId, problem: isTaken ? 'taken' : isLost ? 'agent' : null };
  });
}

/** The sum of what the lines that may become users would be credited. */
export const totalOf = (lines: readonly CheckedLine[]): bigint =>
  lines.reduce((sum, { problem, balanceMicro }) => (problem === null ? sum + balanceMicro : sum), 0n);
