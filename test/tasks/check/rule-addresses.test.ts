import { EVERY_RULE } from '../../../src/tasks/check/every-rule.js';
import { ruleAddress } from '../../../src/tasks/check/rule-addresses.js';

describe('the address of a rule', () => {
  it('is there for each rule that has a public source, or the format document', () => {
    const without = EVERY_RULE.filter((rule) => ruleAddress(rule) === undefined);
    expect([...new Set(without.map(({ source }) => source))]).toEqual(['crategraph']);
  });

  it.each([
    ['RO-Crate 1.2 and 1.3, Data Entities', '/specification/1.2/data-entities.html'],
    ['RO-Crate 1.1 to 1.3, Web-based Data Entities', '/1.2/data-entities.html#web-based-data-entities'],
    ['format 2, entities; RO-Crate 1.0 to 1.3, Root Data Entity', '/1.2/root-data-entity.html'],
    ['format 2, identifier rule 1', '/1.2/appendix/jsonld.html#describing-entities-in-json-ld'],
    ['Process Run Crate, Requirements', 'https://w3id.org/ro/wfrun/process/0.5'],
    ['Workflow RO-Crate 1.0, Main Workflow', 'https://w3id.org/workflowhub/workflow-ro-crate/1.0'],
    ['RFC 8259, section 8.2', 'https://www.rfc-editor.org/rfc/rfc8259#section-8.2'],
    ['BagIt 1.0 (RFC 8493)', 'https://www.rfc-editor.org/rfc/rfc8493'],
  ])('of %s ends in %s', (source, address) => {
    expect(ruleAddress({ source })?.endsWith(address)).toBe(true);
  });
});
