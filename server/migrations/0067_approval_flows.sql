-- The flows of a new company: the submitter chooses who approves. One that has set up its own keeps them.
insert into approval_flow (category_type, examine_type, name)
select category_type, 2, name
from (values (1, '合同审批流程'), (2, '回款审批流程')) as seeded (category_type, name)
where not exists (select 1 from approval_flow f where f.category_type = seeded.category_type);
