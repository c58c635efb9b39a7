/**
 * Statements that the product sends to the database, noted where they leave it. Returns the recorder: `begin()` starts a
 * list, `end()` stops and answers it ([{text, values}]).
 */
export function noteStatements(pg) {
  /** @type {{ text: string, values: unknown[] }[] | null} */
  let noted = null;
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(config, values, ...rest) {
    if (noted) noted.push({ text: config.text ?? config, values: config.values ?? values });
    return send.call(this, config, values, ...rest);
  };
  return {
    begin() {
      noted = [];
    },
    end() {
      const list = noted ?? [];
      noted = null;
      return list;
    },
  };
}
