/** Starts a PostgreSQL, says which process and folder it is, and waits to be killed: for postgres.test.ts. */
import pg from "pg";
import { startPostgres } from "./postgres.ts";

const { url } = await startPostgres({ durable: false });
const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows } = await client.query(
  "SELECT (string_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int AS pid, current_setting('data_directory') AS data",
);
console.log(JSON.stringify(rows[0]));
setInterval(() => {}, 60_000);
